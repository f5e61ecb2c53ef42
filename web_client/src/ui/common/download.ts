/** Have the browser save something under a name. */
export function downloadBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** Have the browser save a table under a name. */
export function download(name: string, csv: string): void {
  downloadBlob(name, new Blob([csv], { type: 'text/csv;charset=utf-8' }))
}
