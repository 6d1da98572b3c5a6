import { toFunctionSelector } from 'viem/utils'

/** What is done with a protocol that lends, saves or pays out. */
export type DefiOperation = 'deposit' | 'withdraw' | 'borrow' | 'repay' | 'claim'

const functions: Readonly<Record<DefiOperation, readonly string[]>> = {
  deposit: [
    // Wrapped coins (WETH9), vaults (ERC-4626), Aave 2 and 3, Compound 2 and 3, Lido, staking contracts.
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

/** By selector: functions whose name and form are common to many protocols. */
export const defiOperations: ReadonlyMap<string, DefiOperation> = new Map(
  Object.entries(functions).flatMap(([operation, list]) =>
    list.map((signature) => [toFunctionSelector(`function ${signature}`), operation as DefiOperation]),
  ),
)
