import { createMultiChainWallet } from '../src/multiChain/createMultiChainWallet.ts'

declare global {
  interface Window {
    /** Finds the wallet and signs a message in each namespace. Signatures are in hex. */
    signAll(): Promise<{ names: string[]; addresses: string[]; signatures: string[] }>
  }
}

type Account = { address: string; chains: readonly string[] }
type Standard = {
  name: string
  accounts: readonly Account[]
  features: Record<string, Record<string, (input?: unknown) => Promise<unknown>>>
}

window.signAll = async () => {
  const names: string[] = []
  const registered: Standard[] = []
  window.addEventListener('wallet-standard:register-wallet', (event) =>
    (event as CustomEvent).detail({ register: (wallet: Standard) => registered.push(wallet) }),
  )
  window.addEventListener('eip6963:announceProvider', (event) =>
    names.push((event as CustomEvent).detail.info.name),
  )
  const polyglot = createMultiChainWallet({ evm: { chains: [{ chainId: 31337 }] }, authorized: true })
  polyglot.announce()
  const [wallet] = registered
  if (!wallet) throw new Error('The wallet did not register.')
  names.push(wallet.name)
  const { accounts } = wallet
  const message = new TextEncoder().encode('hello')
  const signatures: string[] = []
  for (const namespace of ['solana', 'bitcoin']) {
    const account = accounts.find(({ chains }) => chains.some((chain) => chain.startsWith(`${namespace}:`)))
    const sign = wallet.features[`${namespace}:signMessage`]?.signMessage
    if (!sign) throw new Error(`The wallet does not sign messages of ${namespace}.`)
    const [output] = (await sign({ account, message })) as { signature: Uint8Array }[]
    signatures.push(
      Array.from(output?.signature ?? [], (byte) => byte.toString(16).padStart(2, '0')).join(''),
    )
  }
  return {
    names,
    addresses: [...polyglot.evm.accounts, ...accounts.map(({ address }) => address)],
    signatures,
  }
}
