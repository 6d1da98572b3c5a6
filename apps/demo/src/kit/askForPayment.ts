import type { Network } from '@portico/react'
import { pay } from '@portico/react/pay'

/** Other accounts of the test mnemonic; their keys are public. */
const recipients: Readonly<Record<string, string>> = {
  eip155: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3',
  'bip122:00000008819873e925422c1ff0f99f7c': 'tb1qddd479298yf4mtzdxwudkd7npj7ln3s52vyrpc',
  solana: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
}

/** Asks the visitor to pay a small amount of the network's coin, as a shop would. Resolves to a sentence with the result. */
export async function askForPayment(network: Network): Promise<string> {
  const { caipNetworkId, chainNamespace, nativeCurrency } = network
  if (!network.testnet) return 'The demo asks for payments on local networks only. Switch to a local network.'
  const recipient = recipients[caipNetworkId] ?? recipients[chainNamespace]
  if (!recipient) return `The demo has no account to be paid on ${network.name}.`
  const ended = await pay({ network: caipNetworkId, asset: 'native', recipient, amount: '0.01' })
  if (!ended.success) return `Not paid: ${ended.error.message}`
  const { hash } = ended.result
  return `Paid 0.01 ${nativeCurrency.symbol}${hash ? `: ${hash}` : ' from another wallet'}.`
}
