import { encodeDeployData, encodeFunctionData, parseEther } from 'viem'
import type { Artifacts, ContractName } from '../contracts/compile.ts'
import { devnetManifest } from '../manifest.ts'
import type { Step } from './Step.ts'

type Address = `0x${string}`

/** Builds the steps of a seed. Times have the form `MM-DD hh:mm`, in UTC of the year 2026; accounts are indexes. */
export interface StepBuilder {
  /** Sends the coin. */
  pay(at: string, from: number, to: number | Address, ether: string): Step
  /** Calls a contract. */
  call(at: string, from: number, target: Target, name: string, args: readonly unknown[], more?: More): Step
  /** Creates a contract. */
  deploy(at: string, from: number, contract: ContractName, args: readonly unknown[], more?: More): Step
  /** The address of an account. */
  account(index: number): Address
}

/** A contract by its kind and its address. */
export interface Target {
  contract: ContractName
  address: Address
}

type More = Pick<Step, 'fails'> & { ether?: string | undefined }

/** Creates the builder, which encodes calls with the contracts' ABIs. */
export function createStepBuilder({ artifacts }: { artifacts: Artifacts }): StepBuilder {
  const account = (index: number): Address => {
    const found = devnetManifest.accounts[index]
    if (!found) throw new Error(`There is no account ${index}.`)
    return found.address
  }
  const time = (at: string): number => Date.parse(`2026-${at.replace(' ', 'T')}:00Z`) / 1_000
  return {
    account,
    pay: (at, from, to, ether) => ({
      time: time(at),
      from: account(from),
      to: typeof to === 'number' ? account(to) : to,
      value: parseEther(ether),
    }),
    call: (at, from, target, functionName, args, { ether = '0', fails } = {}) => ({
      time: time(at),
      from: account(from),
      to: target.address,
      value: parseEther(ether),
      data: encodeFunctionData({ abi: artifacts[target.contract].abi, functionName, args }),
      fails,
    }),
    deploy: (at, from, contract, args, { ether = '0', fails } = {}) => ({
      time: time(at),
      from: account(from),
      value: parseEther(ether),
      data: encodeDeployData({ abi: artifacts[contract].abi, bytecode: artifacts[contract].bytecode, args }),
      fails,
    }),
  }
}
