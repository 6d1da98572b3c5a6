import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import solc from 'solc'

interface Output {
  errors?: { formattedMessage: string }[] | undefined
  contracts: Record<
    string,
    Record<string, { abi: Record<string, unknown>[]; evm: { bytecode: { object: string } } }>
  >
}

const require = createRequire(import.meta.url)
const name = 'SponsorPaymaster'
const file = `${name}.sol`

/**
 * Compiles `contracts/SponsorPaymaster.sol`. The result does not depend on the machine or on comments, because the code contains no
 * hash of the sources: the contract's address on every network follows from it.
 *
 * @throws Error with the compiler's messages, warnings included
 */
export function compileSponsorPaymaster(): { abi: Record<string, unknown>[]; creationCode: `0x${string}` } {
  const content = readFileSync(join(import.meta.dirname, '../contracts', file), 'utf8')
  const input = {
    language: 'Solidity',
    sources: { [file]: { content } },
    settings: {
      // All networks with EIP-7702 have the operations of Cancun.
      evmVersion: 'cancun',
      // It is called far more often than it is deployed.
      optimizer: { enabled: true, runs: 1_000_000 },
      viaIR: true,
      metadata: { bytecodeHash: 'none' },
      outputSelection: { [file]: { [name]: ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport })) as Output
  if (output.errors?.length)
    throw new Error(output.errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const compiled = output.contracts[file]?.[name]
  if (!compiled) throw new Error(`${file} has no contract ${name}.`)
  return { abi: compiled.abi, creationCode: `0x${compiled.evm.bytecode.object}` }
}

function readImport(path: string): { contents: string } | { error: string } {
  if (!path.startsWith('@openzeppelin/')) return { error: `Only OpenZeppelin is installed, not ${path}` }
  return { contents: readFileSync(require.resolve(path), 'utf8') }
}
