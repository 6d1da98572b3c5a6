/** The domain of a token's permits (EIP-712), and the owner's next nonce. */
export interface PermitDomain {
  name: string
  version: string
  nonce: bigint
}

/**
 * Returns the message that allows a spender exactly this amount of a token until the deadline (EIP-2612), as
 * `eth_signTypedData_v4` takes it.
 *
 * @param parameters.deadline seconds since 1970
 */
export function permitTypedData({
  chainId,
  token,
  owner,
  spender,
  amount,
  deadline,
  domain: { name, version, nonce },
}: {
  chainId: number
  token: string
  owner: string
  spender: string
  amount: bigint
  deadline: bigint
  domain: PermitDomain
}) {
  const field = (fieldName: string, type: string) => ({ name: fieldName, type })
  return {
    types: {
      EIP712Domain: [
        field('name', 'string'),
        field('version', 'string'),
        field('chainId', 'uint256'),
        field('verifyingContract', 'address'),
      ],
      Permit: [
        field('owner', 'address'),
        field('spender', 'address'),
        field('value', 'uint256'),
        field('nonce', 'uint256'),
        field('deadline', 'uint256'),
      ],
    },
    primaryType: 'Permit',
    domain: { name, version, chainId, verifyingContract: token },
    // Wallets read numbers as decimal text; JSON has none of this size.
    message: { owner, spender, value: `${amount}`, nonce: `${nonce}`, deadline: `${deadline}` },
  } as const
}
