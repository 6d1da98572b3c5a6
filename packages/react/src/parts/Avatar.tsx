import { useId } from 'react'

/** A picture made of the address: the same address always has the same one. Decoration, so it has no name. */
export function Avatar({ address, size }: { address: string; size: number }) {
  const id = useId()
  const [hue, turn, x] = hues(address)
  return (
    <svg className="avatar" width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <radialGradient id={id} cx={`${20 + (x % 25)}%`} cy="25%" r="90%">
        <stop offset="0" stopColor={`hsl(${hue} 95% 82%)`} />
        <stop offset=".45" stopColor={`hsl(${(hue + turn / 2) % 360} 90% 66%)`} />
        <stop offset="1" stopColor={`hsl(${(hue + turn) % 360} 80% 60%)`} />
      </radialGradient>
      <circle cx="32" cy="32" r="32" fill={`url(#${id})`} />
    </svg>
  )
}

/** A hue, how far the gradient turns from it, and where its light falls (FNV-1a of the address, whatever its case). */
function hues(address: string): [number, number, number] {
  let hash = 0x811c9dc5
  for (const character of address.toLowerCase()) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  }
  return [hash % 360, 90 + ((hash >>> 9) % 150), hash >>> 18]
}
