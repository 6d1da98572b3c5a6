/** What all addresses of a kind begin with. */
const prefix = /^(0x|(bc|tb|bcrt)1[a-z0-9])/i
/** How many characters people compare at each end. */
const length = 4

/**
 * Returns the paid address that another address looks like: the same first and last four characters, as attackers make them to be
 * copied by mistake. Undefined if there is none, or if the address itself has been paid.
 *
 * @param parameters.paid whom the account itself has signed a payment to, by source, the surest first: an address that only a later
 * source has is still compared with those of the sources before it
 * @param parameters.isSame compares two spellings of an address
 */
export function findLookAlike({
  address,
  paid,
  isSame,
}: {
  address: string
  paid: readonly (readonly string[])[]
  isSame: (a: string, b: string) => boolean
}): string | undefined {
  const ends = endsOf(address)
  for (const source of paid) {
    if (source.some((other) => isSame(other, address))) return undefined
    const found = source.find((other) => endsOf(other) === ends)
    if (found) return found
  }
  return undefined
}

/** Letter case is ignored: it is overlooked as easily. */
function endsOf(address: string): string {
  const rest = address.replace(prefix, '').toLowerCase()
  return `${rest.slice(0, length)}…${rest.slice(-length)}`
}
