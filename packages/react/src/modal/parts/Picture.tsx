import { useState } from 'react'

/**
 * The picture of a wallet, network or token, or its first letter where it has none that may be shown. Only pictures
 * that come with the page: no request leaves for one. Decoration: the name stands beside it.
 */
export function Picture({
  src,
  name,
  size = 40,
  shape = 'square',
}: {
  src?: string | undefined
  name: string
  size?: 40 | 64 | 80 | undefined
  shape?: 'square' | 'round' | undefined
}) {
  const [failed, setFailed] = useState<string>()
  const isShown = src !== undefined && src !== failed && isOwn(src)
  return (
    <span className="picture" data-size={size} data-shape={shape} data-tone={tone(name)} aria-hidden="true">
      {isShown ? (
        <img src={src} alt="" draggable={false} onError={() => setFailed(src)} />
      ) : (
        firstLetter(name)
      )}
    </span>
  )
}

function isOwn(src: string): boolean {
  if (/^data:image\//i.test(src)) return true
  return URL.canParse(src, location.href) && new URL(src, location.href).origin === location.origin
}

function firstLetter(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '?'
}

function tone(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return sum % 8
}
