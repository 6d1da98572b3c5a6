// What the methods of the instance read of an account. Import this file dynamically: it pulls in the data layer.
export { fetchIdentity } from '@portico/core/data'
export { fetchShownBalance } from './fetchShownBalance.ts'
