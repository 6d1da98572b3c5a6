/** Draws the path of a line icon, hidden from screen readers. */
export function LineIcon({
  path,
  size,
  isMirrored = false,
}: {
  path: string | undefined
  size: number
  /** Whether it is mirrored in right-to-left text. */
  isMirrored?: boolean | undefined
}) {
  return (
    <svg
      className="icon"
      data-mirror={isMirrored || undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
