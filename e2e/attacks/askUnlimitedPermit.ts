import type { Page } from '@playwright/test'

const most = (2n ** 256n - 1n).toString()

/**
 * Requests a signature for a permit without limit or expiry. Returns the request's id without waiting for the response.
 */
export function askUnlimitedPermit(page: Page, { address }: { address: string }): Promise<string> {
  const typedData = {
    domain: { name: 'Dev USD', chainId: 31337, verifyingContract: `0x${'11'.repeat(20)}` },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: { owner: address, spender: `0x${'22'.repeat(20)}`, value: most, nonce: '0', deadline: most },
  }
  const payload = { method: 'eth_signTypedData_v4', params: [address, JSON.stringify(typedData)] }
  return page.evaluate((body) => window.host.frames.wallet?.send('RPC_REQUEST', body) as string, payload)
}
