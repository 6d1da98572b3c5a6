import { type ReactNode, useState } from 'react'
import { useScope } from '../../kit/KitContext.ts'
import { isConfiguredImage } from './isConfiguredImage.ts'

/**
 * Shows the image of a wallet, network or token, or else `children`, by default its first letter. Only images that the application configured, and
 * those of the page's origin, the gateway or a data URL are loaded, so that no other third party learns about the
 * visitor. Decorative: the name is shown beside it.
 */
export function Picture({
  src,
  listed,
  name,
  size = 40,
  shape = 'square',
  children = firstLetter(name),
}: {
  src?: string | undefined
  /** Image from the gateway, used if there is no `src`: a URL, or a path on the gateway. */
  listed?: string | undefined
  name: string
  size?: 40 | 64 | 80 | undefined
  shape?: 'square' | 'round' | undefined
  children?: ReactNode
}) {
  const { kit } = useScope()
  const { gatewayUrl = '' } = kit.options
  const [failed, setFailed] = useState<string>()
  const url = src ?? listed?.replace(/^\//, `${gatewayUrl.replace(/\/$/, '')}/`)
  const isShown =
    url !== undefined && url !== failed && (isTrusted(url, gatewayUrl) || isConfiguredImage(kit, url))
  return (
    <span className="picture" data-size={size} data-shape={shape} data-tone={tone(name)} aria-hidden="true">
      {isShown ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          draggable={false}
          onError={() => setFailed(url)}
        />
      ) : (
        children
      )}
    </span>
  )
}

function isTrusted(url: string, gatewayUrl: string): boolean {
  if (/^data:image\//i.test(url)) return true
  const origin = (address: string) =>
    URL.canParse(address, location.href) && new URL(address, location.href).origin
  return [location.origin, origin(gatewayUrl)].includes(origin(url))
}

function firstLetter(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '?'
}

function tone(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return sum % 8
}
