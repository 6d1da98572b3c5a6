import { useId, useState } from 'react'

/**
 * Renders the image of an account over a gradient derived from its address, which is shown while there is no image, or
 * it loads or cannot be loaded. Decorative, so it has no accessible name.
 */
export function Avatar({
  address,
  image,
  size,
}: {
  address: string
  /** Its URL, see `gatewayImage`. */
  image?: string | undefined
  size: number
}) {
  const id = useId()
  const [hue, range, x] = hues(address)
  return (
    <span className="avatar" aria-hidden="true">
      <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
        <radialGradient id={id} cx={`${20 + (x % 25)}%`} cy="25%" r="90%">
          <stop offset="0" stopColor={`hsl(${hue} 95% 82%)`} />
          <stop offset=".45" stopColor={`hsl(${(hue + range / 2) % 360} 90% 66%)`} />
          <stop offset="1" stopColor={`hsl(${(hue + range) % 360} 80% 60%)`} />
        </radialGradient>
        <circle cx="32" cy="32" r="32" fill={`url(#${id})`} />
      </svg>
      {image && <Photo key={image} src={image} />}
    </span>
  )
}

function Photo({ src }: { src: string }) {
  const [status, setStatus] = useState<'loading' | 'shown' | 'failed'>('loading')
  if (status === 'failed') return null
  return (
    <img
      src={src}
      alt=""
      draggable={false}
      data-status={status}
      onLoad={() => setStatus('shown')}
      onError={() => setStatus('failed')}
    />
  )
}

/** Derives a hue, the gradient's hue range and its centre from the FNV-1a hash of the lower-cased address. */
function hues(address: string): [number, number, number] {
  let hash = 0x811c9dc5
  for (const character of address.toLowerCase()) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  }
  return [hash % 360, 90 + ((hash >>> 9) % 150), hash >>> 18]
}
