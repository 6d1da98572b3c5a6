import { describe, expect, test } from 'vitest'
import { getMethod, methods } from './index.ts'

const namesOf = (safety: string) =>
  Object.entries(methods)
    .filter(([, row]) => row.safety === safety)
    .map(([name]) => name)
    .sort()

describe('methods', () => {
  test('behavior: exactly these are unsafe', () => {
    expect(namesOf('unsafe')).toEqual([
      'eth_sendTransaction',
      'eth_sendUserOperation',
      'eth_signTypedData_v4',
      'personal_sign',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_signMessage',
      'solana_signTransaction',
      'wallet_grantPermissions',
      'wallet_requestExecutionPermissions',
      'wallet_revokeExecutionPermission',
      'wallet_revokePermissions',
      'wallet_sendCalls',
    ])
  })

  test('behavior: exactly these are safe', () => {
    const reads = `accounts blockNumber call chainId estimateGas feeHistory gasPrice getAccount getBalance
      getBlockByHash getBlockByNumber getBlockReceipts getBlockTransactionCountByHash
      getBlockTransactionCountByNumber getCode getFilterChanges getFilterLogs getLogs getProof getStorageAt
      getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash
      getTransactionCount getTransactionReceipt getUncleCountByBlockHash getUncleCountByBlockNumber
      maxPriorityFeePerGas newBlockFilter newFilter newPendingTransactionFilter sendRawTransaction syncing
      uninstallFilter getUserOperationReceipt estimateUserOperationGas getUserOperationByHash
      supportedEntryPoints`
      .split(/\s+/)
      .map((name) => `eth_${name}`)
    const wallet = `getCapabilities getCallsStatus getAssets getSupportedExecutionPermissions
      getGrantedExecutionPermissions showCallsStatus`
      .split(/\s+/)
      .map((name) => `wallet_${name}`)
    expect(namesOf('safe')).toEqual([...reads, ...wallet].sort())
  })

  test('behavior: the network methods for WalletConnect are listed and refused', () => {
    expect(namesOf('refused')).toEqual(['wallet_addEthereumChain', 'wallet_switchEthereumChain'])
  })

  test('behavior: the namespace matches the prefix of the name', () => {
    for (const [name, row] of Object.entries(methods))
      expect([name, row.namespace]).toEqual([name, name.startsWith('solana_') ? 'solana' : 'eip155'])
  })
})

describe('getMethod', () => {
  test('behavior: returns the entry of the table', () => {
    expect(getMethod('eth_sendTransaction')).toEqual({
      namespace: 'eip155',
      safety: 'unsafe',
      result: 'transactionHash',
    })
  })

  test.each([
    'eth_sign',
    'eth_requestAccounts',
    'ETH_CALL',
    'eth_call ',
    '',
    'constructor',
    '__proto__',
    'toString',
  ])('behavior: %j is refused', (name) => {
    expect(getMethod(name)).toEqual({ safety: 'refused', result: 'object' })
  })
})
