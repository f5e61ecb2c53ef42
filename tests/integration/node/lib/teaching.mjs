// Reads docs/TEACHING.md as a class would: what to set up, what to change, what will be seen.
//
//   Scene **Rope** with *Damping* 5.                    a set-up: titles of parameters, as in the panel
//   At rest (15 s), with *Stepping* Direct solve:       the caption of a table: how long, and what besides
//   | *Length* | Sag |                                  in italics what is set, else what is seen
//   | 2 m      | 53.1 cm |
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

const UNITS = {
  '': 1, '%': 0.01, cm: 0.01, mm: 0.001, m: 1, N: 1, Hz: 1, kg: 1, 'kg/m': 1, 'm/s²': 1,
}
const FIGURE = /(\d+(?:\.\d+)?) ?(%|cm|mm|N|Hz)(?![\w·/])/g

/** A figure as it stands: its value in SI units, and half of its last digit. */
export function figure(text) {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s*(\S*)$/.exec(text) ?? assert.fail(`no figure: ${text}`)
  assert.ok(unit in UNITS, `unit of ${text}`)
  const decimals = digits.split('.')[1]?.length ?? 0
  return { value: Number(digits) * UNITS[unit], half: 0.5 * 10 ** -decimals * UNITS[unit] }
}

/** Holds what was measured against the figure that the page gives, to its last digit. */
export function assertFigure(text, measured, what) {
  const { value, half } = figure(text)
  assert.ok(Math.abs(measured - value) <= 1.001 * half,
    `${what}: the page says ${text}, it is ${measured}`)
}

// ---- the page ----------------------------------------------------------------------------------

/** The lessons: { title, tables: [{ scene, settings, caption, seconds, columns, rows }], prose } */
export function readLessons(path) {
  const page = readFileSync(path, 'utf8')
  return page.split(/^## /m).slice(1).map(readLesson).filter(({ tables }) => tables.length > 0)
}

function readLesson(text) {
  const [title] = text.split('\n', 1)
  const blocks = text.split(/\n\s*\n/).map((block) => block.trim())
  const lesson = { title, tables: [], prose: '' }
  let setup
  let before = ''
  for (const block of blocks) {
    if (block.startsWith('|')) {
      lesson.tables.push({ ...setup, ...readTable(block, before, setup) })
    } else {
      const paragraph = block.replace(/\s+/g, ' ')
      setup = readSetup(paragraph) ?? setup
      before = paragraph
      lesson.prose += `${paragraph}\n`
    }
  }
  return lesson
}

function readSetup(paragraph) {
  const found = /Scene \*\*(\w+)\*\*((?:[^.:]|\.\d)*)/.exec(paragraph)
  return found && { scene: found[1].toLowerCase(), settings: readSettings(found[2]) }
}

// "*Damping* 2, *Kick on a change of iterations* off": words by titles.
function readSettings(text) {
  const pairs = text.matchAll(/\*([A-Z][^*]*)\* (on|off|Direct solve|\d+(?:\.\d+)?)/g)
  return Object.fromEntries([...pairs].map(([, title, word]) => [title, word]))
}

function readTable(block, caption, setup) {
  const [head, , ...body] = block.split('\n').map((line) =>
    line.trim().split('|').slice(1, -1).map((cell) => cell.trim()))
  const seconds = /(\d+) s/.exec(caption)?.[1]
  return {
    caption,
    seconds: seconds && Number(seconds),
    settings: { ...setup.settings, ...readSettings(caption) },
    columns: head.filter((name) => !name.startsWith('*')),
    rows: body.map((cells) => {
      const row = { settings: {}, cells: {} }
      head.forEach((name, i) => {
        if (name.startsWith('*')) row.settings[name.slice(1, -1)] = cells[i]
        else row.cells[name] = cells[i]
      })
      return row
    }),
  }
}

/** Figures that stand in the text of a lesson and in none of its tables. */
export function figuresBesideTables({ prose, tables }) {
  const told = new Set(tables.flatMap(({ caption, rows }) => [caption, ...rows.flatMap((row) =>
    [...Object.values(row.cells), ...Object.values(row.settings)])])
    .flatMap((cell) => cell.split(', ')))
  return [...prose.matchAll(FIGURE)].map(([text]) => text).filter((text) => !told.has(text))
}

// ---- what the page's words stand for -----------------------------------------------------------

/** Values by the names on the wire, for words by the titles that this scene's parameters have. */
export function parametersOf(settings, parameters) {
  return Object.fromEntries(Object.entries(settings).map(([title, word]) => {
    const parameter = parameters.find((p) => p.title === title)
    assert.ok(parameter, `the scene has a setting “${title}”`)
    return [parameter.name, valueOf(word, parameter)]
  }))
}

function valueOf(word, parameter) {
  if (parameter.kind === 'bool') return { on: 1, off: 0 }[word]
  const label = parameter.labels?.indexOf(word) ?? -1
  return label >= 0 ? parameter.choices[label] : figure(word).value
}
