import { type LocalBitcoin, type LocalBitcoinAccount, localBitcoin } from './localBitcoin.ts'

const [visitor, counterparty, miner] = localBitcoin.accounts

/** A signet of this machine: a chain of its own, with the genesis block and the addresses that every signet has (BIP-325). */
export const localSignet: LocalBitcoin = {
  caip2: 'bip122:00000008819873e925422c1ff0f99f7c',
  genesisHash: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
  chain: 'signet',
  name: 'Local Signet',
  file: 'signet.jsonl',
  portVariable: 'BITCOIN2_PORT',
  defaultPort: 38332,
  esploraPortVariable: 'ESPLORA2_PORT',
  defaultEsploraPort: 4408,
  coin: { symbol: 'tBTC', name: 'Signet Bitcoin', decimals: 8 },
  accounts: [
    at(visitor, {
      payment: 'tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8',
      ordinals: 'tb1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzsgnnjhk',
    }),
    at(counterparty, {
      payment: 'tb1qddd479298yf4mtzdxwudkd7npj7ln3s52vyrpc',
      ordinals: 'tb1ps033a9wkghkslwe88lxqw3lv4j7afac9jcmjqteguuk0q7eat4fsvvjzk3',
    }),
    at(miner, {
      payment: 'tb1qawm5xwv44af9x6mgt9vjxk9ug3cw4mrrvx44r5',
      ordinals: 'tb1pcjnr284g3h9quqtaxnyv7h0u4ffz9vxzkgyzh92gjzcnegs5c6vsz8gyuy',
    }),
  ],
}

/** The same keys, with addresses of this network. */
function at(
  { payment, ordinals, ...account }: LocalBitcoinAccount,
  addresses: { payment: string; ordinals: string },
): LocalBitcoinAccount {
  return {
    ...account,
    payment: { ...payment, address: addresses.payment },
    ordinals: { ...ordinals, address: addresses.ordinals },
  }
}
