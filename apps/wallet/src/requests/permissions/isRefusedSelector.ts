import type { Hex } from 'viem'
import { selectorOf } from './selectorOf.ts'

/**
 * Functions that no permission may call, at whichever contract: they move or allow tokens and NFTs, hand over a contract, or make calls
 * that the limits cannot see.
 */
const refused = [
  // Tokens and NFTs
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'increaseApproval(address,uint256)',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bytes)',
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  'permit(address,uint256,uint256,uint8,bytes32,bytes32)',
  'permit(address,uint256,uint256,bytes)',
  'safeTransfer(address,uint256)',
  'safeTransferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256,bytes)',
  'safeTransferFrom(address,address,uint256,uint256,bytes)',
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'setApprovalForAll(address,bool)',
  'transferAndCall(address,uint256)',
  'transferAndCall(address,uint256,bytes)',
  'transferFromAndCall(address,address,uint256,bytes)',
  'approveAndCall(address,uint256)',
  'approveAndCall(address,uint256,bytes)',
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  'send(address,uint256,bytes)',
  'operatorSend(address,address,uint256,bytes,bytes)',
  'authorizeOperator(address)',
  'transfer(address,uint256,uint256)',
  'transferFrom(address,address,uint256,uint256)',
  'approve(address,uint256,uint256)',
  'setOperator(address,bool)',
  'withdrawTo(address,uint256)',
  'burn(uint256)',
  'delegate(address)',
  // Permit2
  'approve(address,address,uint160,uint48)',
  'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
  'transferFrom(address,address,uint160,address)',
  'transferFrom((address,address,uint160,address)[])',
  // Shares of a vault
  'withdraw(uint256,address,address)',
  'redeem(uint256,address,address)',
  // Whoever owns a contract, and what it runs
  'transferOwnership(address)',
  'renounceOwnership()',
  'setOwner(address)',
  'setOwner(bytes32,address)',
  'grantRole(bytes32,address)',
  'upgradeTo(address)',
  'upgradeToAndCall(address,bytes)',
  // Calls inside calls, and other accounts of the visitor
  'multicall(bytes[])',
  'multicall(uint256,bytes[])',
  'multicall(bytes32,bytes[])',
  'aggregate((address,bytes)[])',
  'aggregate3((address,bool,bytes)[])',
  'aggregate3Value((address,bool,uint256,bytes)[])',
  'tryAggregate(bool,(address,bytes)[])',
  'execute(bytes32,bytes)',
  'execute(address,uint256,bytes)',
  'executeBatch((address,uint256,bytes)[])',
  'executeBatch(address[],uint256[],bytes[])',
  'executeFromExecutor(bytes32,bytes)',
  'execute(bytes,bytes[])',
  'execute(bytes,bytes[],uint256)',
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  'approveHash(bytes32)',
  'redeemDelegations(bytes[],bytes32[],bytes[])',
]

let selectors: ReadonlySet<string> | undefined

/** Whether no permission may have this function. */
export function isRefusedSelector(selector: Hex): boolean {
  selectors ??= new Set(refused.map(selectorOf))
  return selectors.has(selector.toLowerCase())
}
