import type { Locator } from '@playwright/test'
import decodeQr from 'qr/decode.js'

/** Reads a QR code from a screenshot, as a camera would. Throws if it is not readable. */
export async function readQr(code: Locator): Promise<string> {
  const screenshot = await code.screenshot()
  // A blank page of its own, because the page's CSP may forbid data URLs.
  const blank = await code.page().context().newPage()
  const { width, height, pixels } = await blank.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const pixels = context?.getImageData(0, 0, image.width, image.height).data
    return { width: image.width, height: image.height, pixels: [...(pixels ?? [])] }
  }, screenshot.toString('base64'))
  await blank.close()
  return decodeQr({ width, height, data: Uint8Array.from(pixels) })
}
