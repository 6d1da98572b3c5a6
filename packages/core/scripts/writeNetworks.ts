import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as chains from 'viem/chains'
import { toNetworksSource } from './toNetworksSource.ts'

const file = fileURLToPath(new URL('../src/networks/evm.ts', import.meta.url))
writeFileSync(file, toNetworksSource(chains))
