import { useMemo } from 'react'
import { drawQr } from './drawQr.ts'

/** Renders a text as a QR code, always black on white so that every camera can read it. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { path, size } = useMemo(() => drawQr(value), [value])
  return (
    <svg
      className="qr"
      data-testid="wui-qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
