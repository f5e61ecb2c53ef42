import { Emitter } from '../model/emitter'

// What a live region says. Answers to this member's own keys come soon, and only
// the latest: whoever runs along a rope hears where they stopped. News of others
// is collected, so that a busy class does not talk over everything, and least of
// all over an answer that has just begun to be read.

const ANSWER_MS = 120
const NEWS_MS = 3000
const NEWS_MAX = 3

export class Announcer {
  /** A sentence or several for the live region, to stand until the next. */
  readonly spoken = new Emitter<string>()
  private answer: string | null = null
  private news: string[] = []
  private answerTimer: ReturnType<typeof setTimeout> | undefined
  private newsTimer: ReturnType<typeof setTimeout> | undefined

  /** `more` tells of news that were left out. */
  constructor(private readonly more: (count: number) => string) {}

  dispose(): void {
    clearTimeout(this.answerTimer)
    clearTimeout(this.newsTimer)
  }

  /** Answer what this member just did. */
  say(sentence: string): void {
    this.answer = sentence
    clearTimeout(this.answerTimer)
    this.answerTimer = setTimeout(() => {
      this.spoken.emit(this.answer!)
      this.answer = null
      this.waitWithNews()
    }, ANSWER_MS)
  }

  /** Tell what others did; the first at once, later ones together. */
  tell(sentence: string): void {
    if (!this.news.includes(sentence)) this.news.push(sentence)
    if (this.newsTimer === undefined) this.flush()
  }

  private flush(): void {
    this.newsTimer = undefined
    if (this.news.length === 0) return
    const told = this.news.slice(-NEWS_MAX)
    const left = this.news.length - told.length
    this.news = []
    // Who is waiting for an answer hears that first.
    if (this.answer === null) this.spoken.emit([...told, ...(left > 0 ? [this.more(left)] : [])].join(' '))
    else this.news = told
    this.waitWithNews()
  }

  /** What is said now stands for a while. */
  private waitWithNews(): void {
    clearTimeout(this.newsTimer)
    this.newsTimer = setTimeout(() => this.flush(), NEWS_MS)
  }
}
