import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Somebody else's website with one page: a frame that shows ours. */
export class Embedder {
  private readonly site: Server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<iframe src="${this.shown}" width="780" height="500"></iframe>`)
  })
  /** The address that the frame shows. */
  shown = 'about:blank'

  /** Another site than the server's, to the browser: a name, not an address. */
  get url(): string {
    return `http://localhost:${(this.site.address() as AddressInfo).port}`
  }

  async start(): Promise<void> {
    this.site.listen(0, 'localhost')
    await once(this.site, 'listening')
  }

  dispose(): void {
    this.site.close()
    this.site.closeAllConnections()
  }
}
