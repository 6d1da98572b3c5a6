import type { Servers } from './startServers.ts'

/** Approves a mailed link with two digits, as its page does. Returns `approved` or the code of the vault's problem. */
export async function approveLink(
  { vaultUrl, walletOrigin }: Pick<Servers, 'vaultUrl' | 'walletOrigin'>,
  { token, digits }: { token: string; digits: string | undefined },
): Promise<string> {
  const answer = await fetch(`${vaultUrl}/v1/device/approve`, {
    method: 'POST',
    headers: { origin: walletOrigin, 'content-type': 'application/json' },
    body: JSON.stringify({ token, digits }),
  })
  return answer.ok ? 'approved' : ((await answer.json()) as { code: string }).code
}
