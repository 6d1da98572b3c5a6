import { describe, expect, test } from 'vitest'
import { addressTable } from './addressTable.mjs'
import { parts } from './parts.mjs'
import { readPorts } from './readPorts.mjs'

const ports = readPorts(parts, {})

describe('addressTable', () => {
  test('behavior: one aligned line for each address', () => {
    expect(addressTable({ parts, ports })).toMatchInlineSnapshot(`
      "  Local One (chain 31337)  http://localhost:8545
        Local Two (chain 31338)  http://localhost:8546
        Local Solana             http://localhost:8899
        Local Solana Two         http://localhost:8901
        Local Bitcoin            http://localhost:18443
        Local Bitcoin, Esplora   http://localhost:4406
        Local Signet             http://localhost:38332
        Local Signet, Esplora    http://localhost:4408
        mailbox                  http://localhost:4404
        identity providers       http://localhost:4409
        play-money provider      http://localhost:4410
        gateway                  http://localhost:4401
        vault                    http://localhost:4403
        wallet site              http://wallet.localhost:4402
        demo                     http://localhost:4400
        companion wallet         http://localhost:4407"
    `)
  })

  test('param: host', () => {
    expect(addressTable({ parts: parts.slice(1, 2), ports, host: '192.0.2.7' })).toBe(
      '  gateway  http://192.0.2.7:4401',
    )
  })
})
