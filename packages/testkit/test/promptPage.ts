import { createEvmWallet } from '../src/evm/createEvmWallet.ts'
import { createPromptUi } from '../src/prompt/createPromptUi.ts'

// A page with a wallet whose policy is `ask`, for the tests of the prompt.
const wallet = createEvmWallet({
  chains: [{ chainId: 31337 }, { chainId: 31338 }],
  policy: 'ask',
  authorized: location.hash === '#connected',
  storage: localStorage,
})
const stop = createPromptUi({ wallet })

const output = document.querySelector('output') as HTMLOutputElement
const dialog = document.querySelector('dialog') as HTMLDialogElement
const ask = async (method: string, params?: unknown[]) => {
  const result = await wallet.provider.request({ method, params }).then(
    (value) => value,
    (error: { code: number }) => error.code,
  )
  output.append(`${JSON.stringify(result)};`)
}
const actions: Record<string, () => void> = {
  Open: () => dialog.showModal(),
  Connect: () => void ask('eth_requestAccounts'),
  Sign: () => void ask('personal_sign', ['Hello <b>you</b>', wallet.accounts[0]]),
  Switch: () => void ask('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }]),
  Both: () => {
    actions.Connect?.()
    actions.Switch?.()
  },
}
document.addEventListener('click', (event) => {
  if (event.target instanceof HTMLButtonElement) actions[event.target.textContent ?? '']?.()
})
Object.assign(globalThis, { wallet, stop })
