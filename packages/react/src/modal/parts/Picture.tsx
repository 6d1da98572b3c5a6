import { useState } from 'react'
import { useScope } from '../../kit/KitContext.ts'

/**
 * The picture of a wallet, network or token, or its first letter where it has none that may be shown. Only pictures
 * that come with the page or from the application's own gateway: no stranger learns of the visitor by one. Decoration:
 * the name stands beside it.
 */
export function Picture({
  src,
  listed,
  name,
  size = 40,
  shape = 'square',
}: {
  src?: string | undefined
  /** The gateway's picture where there is no other: an address, or a path at the gateway. */
  listed?: string | undefined
  name: string
  size?: 40 | 64 | 80 | undefined
  shape?: 'square' | 'round' | undefined
}) {
  const { gatewayUrl = '' } = useScope().kit.options
  const [failed, setFailed] = useState<string>()
  const url = src ?? listed?.replace(/^\//, `${gatewayUrl.replace(/\/$/, '')}/`)
  const isShown = url !== undefined && url !== failed && isOwn(url, gatewayUrl)
  return (
    <span className="picture" data-size={size} data-shape={shape} data-tone={tone(name)} aria-hidden="true">
      {isShown ? (
        <img src={url} alt="" loading="lazy" draggable={false} onError={() => setFailed(url)} />
      ) : (
        firstLetter(name)
      )}
    </span>
  )
}

function isOwn(url: string, gatewayUrl: string): boolean {
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
