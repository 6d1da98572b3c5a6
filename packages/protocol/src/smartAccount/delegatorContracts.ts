/**
 * The contracts of smart accounts, which have these addresses on every network that has them (CREATE2: no other code can stand there):
 * EntryPoint 0.7 of ERC-4337, and MetaMask's Delegation Framework 1.3.0.
 *
 * @see https://github.com/MetaMask/delegation-framework
 */
export const delegatorContracts = {
  EntryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  /** The code that an account delegates to (EIP-7702). It has no state: the account's own key stays its only owner. */
  EIP7702StatelessDeleGator: '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B',
  DelegationManager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
} as const

/** The contracts that limit what a delegation allows, by name. */
export const enforcerContracts = {
  AllowedMethodsEnforcer: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5',
  AllowedTargetsEnforcer: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB',
  ERC20PeriodTransferEnforcer: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB',
  ERC20TransferAmountEnforcer: '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc',
  ExactCalldataEnforcer: '0x99F2e9bF15ce5eC84685604836F71aB835DBBdED',
  LimitedCallsEnforcer: '0x04658B29F6b82ed55274221a06Fc97D318E25416',
  NativeTokenPeriodTransferEnforcer: '0x9BC0FAf4Aca5AE429F4c06aEEaC517520CB16BD9',
  NativeTokenTransferAmountEnforcer: '0xF71af580b9c3078fbc2BBF16FbB8EEd82b330320',
  NonceEnforcer: '0xDE4f2FAC4B3D87A1d9953Ca5FC09FCa7F366254f',
  RedeemerEnforcer: '0xE144b0b2618071B4E56f746313528a669c7E65c5',
  TimestampEnforcer: '0x1046bb45C8d673d4ea75321280DB34899413c069',
  ValueLteEnforcer: '0x92Bf12322527cAA612fd31a0e810472BBB106A8F',
} as const
