import type { Page } from '@playwright/test'

interface Size {
  readonly width: number
  readonly height: number
  readonly bytesMax: number
}

/** A screenshot made smaller by the browser, which smooths, and as good as its size allows. */
export async function asJpeg(page: Page, png: Buffer, size: Size): Promise<Buffer> {
  const data = await page.evaluate(
    async ({ source, width, height, bytesMax }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const context = canvas.getContext('2d')!
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, width, height)
      for (let quality = 0.92; quality > 0.4; quality -= 0.06) {
        const url = canvas.toDataURL('image/jpeg', quality)
        const base64 = url.slice(url.indexOf(',') + 1)
        if (base64.length * 0.75 <= bytesMax) return base64
      }
      return null
    },
    { source: png.toString('base64'), ...size },
  )
  if (data === null) throw new Error(`a picture of ${size.width} × ${size.height} takes more than ${size.bytesMax} bytes`)
  return Buffer.from(data, 'base64')
}
