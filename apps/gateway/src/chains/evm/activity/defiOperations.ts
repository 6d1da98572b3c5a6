import { toFunctionSelector } from 'viem/utils'
import type { DefiOperation } from '../../shared/activity/TransactionDescription.ts'

const functions: Readonly<Record<DefiOperation, readonly string[]>> = {
  deposit: [
    // WETH9, ERC-4626 vaults, Aave 2 and 3, Compound 2 and 3, Lido, staking contracts.
    'deposit()',
    'deposit(uint256)',
    'deposit(uint256,address)',
    'mint(uint256,address)',
    'deposit(address,uint256,address,uint16)',
    'supply(address,uint256,address,uint16)',
    'supply(address,uint256)',
    'mint(uint256)',
    'submit(address)',
    'stake(uint256)',
  ],
  withdraw: [
    'withdraw()',
    'withdraw(uint256)',
    'withdraw(uint256,address,address)',
    'redeem(uint256,address,address)',
    'withdraw(address,uint256,address)',
    'withdraw(address,uint256)',
    'redeem(uint256)',
    'redeemUnderlying(uint256)',
    'unstake(uint256)',
    'exit()',
  ],
  borrow: ['borrow(address,uint256,uint256,uint16,address)', 'borrow(uint256)'],
  repay: ['repay(address,uint256,uint256,address)', 'repayBorrow(uint256)', 'repayBorrow()'],
  claim: [
    'claim()',
    'claim(uint256)',
    'claim(address)',
    'claim(uint256,address,uint256,bytes32[])',
    'claimRewards(address[],uint256,address,address)',
    'getReward()',
  ],
}

/** Operations by function selector, for signatures that many protocols share. */
export const defiOperations: ReadonlyMap<string, DefiOperation> = new Map(
  Object.entries(functions).flatMap(([operation, list]) =>
    list.map((signature) => [toFunctionSelector(`function ${signature}`), operation as DefiOperation]),
  ),
)
