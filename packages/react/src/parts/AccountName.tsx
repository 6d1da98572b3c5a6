import { truncateAddress } from '@portico/core'

/** Shows the name of an account or, if it has none, its shortened address. The full address is the tooltip. */
export function AccountName({
  address,
  name,
  start = 4,
  end = 6,
}: {
  address: string
  name: string | undefined
  /** Shown characters of the address. */
  start?: number | undefined
  end?: number | undefined
}) {
  return (
    <bdi className="line" dir={name ? undefined : 'ltr'} title={address}>
      {name ?? truncateAddress(address, { start, end })}
    </bdi>
  )
}
