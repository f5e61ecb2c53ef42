/** A column of a table: what it holds, in what unit. */
export interface Column {
  readonly title: string
  /** Empty for a plain number. */
  readonly unit: string
  readonly values: ArrayLike<number>
}

/**
 * A table as comma-separated values, after RFC 4180: the first line names each column
 * with its unit. What is not a number is left empty.
 */
export function csvOf(columns: readonly Column[]): string {
  const rows = Math.max(0, ...columns.map(({ values }) => values.length))
  const lines = [columns.map(({ title, unit }) => quoted(unit ? `${title} (${unit})` : title))]
  for (let row = 0; row < rows; row++) {
    lines.push(columns.map(({ values }) => figure(values[row])))
  }
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('')
}

function figure(value: number | undefined): string {
  return value !== undefined && Number.isFinite(value) ? String(value) : ''
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
