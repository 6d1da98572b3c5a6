import { type ReactNode, useMemo } from 'react'
import { drawQr } from './drawQr.ts'

/** Renders a text as a QR code, black on white in both themes so that every camera can read it. */
export function QrCode({
  value,
  label,
  logo,
}: {
  value: string
  label: string
  /** Picture in the centre of the code. */
  logo?: ReactNode
}) {
  const hasLogo = logo !== undefined
  const { dots, finders, size } = useMemo(() => drawQr(value, { hasLogo }), [value, hasLogo])
  return (
    <div className="qr">
      <svg data-testid="wui-qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
        <rect width="100%" height="100%" fill="#fff" />
        <path d={dots} stroke="#000" strokeWidth=".9" strokeLinecap="round" />
        {finders.map(({ x, y }) => (
          <g key={`${x} ${y}`}>
            <rect x={x + 0.5} y={y + 0.5} width="6" height="6" rx="1.7" fill="none" stroke="#000" />
            <rect x={x + 2} y={y + 2} width="3" height="3" rx=".9" />
          </g>
        ))}
      </svg>
      {logo}
    </div>
  )
}
