import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import type { InteropPair } from './createInteropPair.ts'

/** Makes the wallet approve one-click sign-ins. */
export function approveSignIns({ wallet, account, chains }: InteropPair): void {
  wallet.on('session_authenticate', async ({ id, params }) => {
    const authPayload = populateAuthPayload({
      authPayload: params.authPayload,
      chains,
      methods: ['personal_sign'],
    })
    const iss = `${chains[0]}:${account.address}`
    const message = wallet.formatAuthMessage({ request: authPayload, iss })
    const signature = await account.signMessage({ message })
    const auth = buildAuthObject(authPayload, { t: 'eip191', s: signature }, `did:pkh:${iss}`)
    await wallet.approveSessionAuthenticate({ id, auths: [auth] })
  })
}
