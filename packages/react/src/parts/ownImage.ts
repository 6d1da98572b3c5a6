import { gatewayImage } from './gatewayImage.ts'

/**
 * Returns the URL of an image if it is a data URL, or on the page's origin or the gateway, otherwise undefined:
 * loading an image from a third party would reveal the visitor to it. For the browser only.
 */
export function ownImage(image: string | undefined, gatewayUrl: string | undefined): string | undefined {
  const isOwn = image !== undefined && URL.canParse(image) && new URL(image).origin === location.origin
  return isOwn ? image : gatewayImage(image, gatewayUrl)
}
