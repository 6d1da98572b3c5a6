import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import solc from 'solc'
import type { Abi } from 'viem'

// The body of the worker that compile.ts starts: takes the sources as its data, posts the artifacts, ends.
interface Input {
  files: Record<string, string>
  contractNames: readonly string[]
}

interface Output {
  errors?: { formattedMessage: string }[] | undefined
  contracts: Record<
    string,
    Record<string, { abi: Abi; evm: { bytecode: { object: string }; deployedBytecode: { object: string } } }>
  >
}

const require = createRequire(import.meta.url)
const { files, contractNames } = workerData as Input
const wanted = ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object']

/** The quoter is sent with calls to any chain, so it is small and uses no operations newer than Paris. */
const quoter = ['SwapQuoter', 'SwapQuoterCall']
const compiled = {
  ...compile(
    contractNames.filter((name) => !quoter.includes(name)),
    files,
    { evmVersion: 'cancun' },
  ),
  ...compile(quoter, Object.fromEntries(quoter.map((name) => [`${name}.sol`, files[`${name}.sol`] ?? ''])), {
    evmVersion: 'paris',
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
  }),
}

function compile(
  names: readonly string[],
  sources: Record<string, string>,
  settings: Record<string, unknown>,
): Output['contracts'] {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([name, content]) => [name, { content }])),
    settings: {
      ...settings,
      optimizer: { enabled: true, runs: 200 },
      // Without code for the library's own contracts the compiler needs half the time.
      outputSelection: Object.fromEntries(names.map((name) => [`${name}.sol`, { [name]: wanted }])),
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport })) as Output
  // Warnings too: the contracts are ours.
  if (output.errors?.length) throw new Error(output.errors.map((e) => e.formattedMessage).join('\n'))
  return output.contracts
}

parentPort?.postMessage(
  Object.fromEntries(
    contractNames.map((name) => {
      const found = compiled[`${name}.sol`]?.[name]
      if (!found) throw new Error(`${name}.sol has no contract ${name}.`)
      const { bytecode, deployedBytecode } = found.evm
      return [
        name,
        {
          abi: found.abi,
          bytecode: `0x${bytecode.object}`,
          deployedBytecode: `0x${deployedBytecode.object}`,
        },
      ]
    }),
  ),
)

function readImport(path: string): { contents: string } | { error: string } {
  if (!path.startsWith('@openzeppelin/')) return { error: `Only OpenZeppelin is at hand, not ${path}` }
  return { contents: readFileSync(require.resolve(path), 'utf8') }
}
