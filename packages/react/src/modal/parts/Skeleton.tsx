/** Placeholder shapes shown while content loads. */
export function Skeleton({
  rows = 3,
  shape = 'row',
}: {
  rows?: number
  shape?: 'row' | 'tile' | 'wallet' | 'form'
}) {
  return (
    <div className={`${shape}s`} data-pending aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <span key={index} className={`bone ${shape}`} />
      ))}
    </div>
  )
}
