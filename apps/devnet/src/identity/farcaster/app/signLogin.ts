import type { Switches } from '../../switches.ts'
import type { Channel } from '../createChannels.ts'
import { type LocalFarcasterAccount, localFarcaster } from '../localFarcaster.ts'
import type { SignedLogin } from '../relay/signedLogin.ts'

/** Chain ID of OP Mainnet, which messages name wherever the registries are. */
const opMainnet = 10

/**
 * Signs the message of a login (Sign In With Farcaster, FIP-11) with a key of the account. The switches choose the key, and
 * make the message a lie.
 *
 * @throws Error if the channel asks for a field that no message can have
 */
export async function signLogin({
  account,
  channel: { nonce, acceptAuthAddress, signatureParams },
  switches: { signer, lie },
  now,
}: {
  account: LocalFarcasterAccount
  channel: Channel
  switches: Switches['farcaster']
  now: () => number
}): Promise<Pick<SignedLogin, 'message' | 'signature' | 'fid' | 'authMethod'>> {
  // Imported here, because the server starts without viem.
  const [{ createSiweMessage }, { privateKeyToAccount }] = await Promise.all([
    import('viem/siwe'),
    import('viem/accounts'),
  ])
  const authMethod = signer === 'authAddress' && acceptAuthAddress ? 'authAddress' : 'custody'
  const key = privateKeyToAccount(account[authMethod].privateKey)
  const fid = lie === 'fid' ? fidOfAnother(account) : account.fid
  const { siweUri, domain, notBefore, expirationTime, requestId } = signatureParams
  const message = createSiweMessage({
    address: key.address,
    chainId: opMainnet,
    domain: lie === 'domain' ? 'another.example' : domain,
    nonce: lie === 'nonce' ? `${nonce}0` : nonce,
    uri: siweUri,
    version: '1',
    statement: 'Farcaster Auth',
    issuedAt: new Date(now()),
    resources: [`farcaster://fid/${fid}`],
    ...(notBefore !== undefined && { notBefore: new Date(notBefore) }),
    ...(expirationTime !== undefined && { expirationTime: new Date(expirationTime) }),
    ...(requestId !== undefined && { requestId }),
  })
  return { message, signature: await key.signMessage({ message }), fid, authMethod }
}

function fidOfAnother({ fid }: LocalFarcasterAccount): number {
  const { accounts } = localFarcaster
  const next = accounts.findIndex((account) => account.fid === fid) + 1
  return accounts[next % accounts.length]?.fid ?? 0
}
