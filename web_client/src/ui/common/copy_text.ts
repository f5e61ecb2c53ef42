/**
 * Copy what a field holds; false when it could only be selected. Over plain
 * http browsers withhold the clipboard, but still obey the old command.
 */
export async function copyText(field: HTMLInputElement): Promise<boolean> {
  if (window.isSecureContext) {
    const written = await navigator.clipboard.writeText(field.value).then(
      () => true,
      () => false,
    )
    if (written) return true
  }
  field.focus()
  field.select()
  return document.execCommand('copy')
}
