export {
  type Check,
  checkFolder,
  checkHttp,
  describeConnectionError,
  type Outcome,
  runChecks,
} from '@portico/server/checks'
export { readVersion } from '@portico/server/process'
export { buildPage } from './buildPage.ts'
export { embedJson } from './embedJson.ts'
export type { PageFile } from './pageFile.ts'
export { readPageFiles } from './readPageFiles.ts'
export { readPort } from './readPort.ts'
export { runPageServer } from './runPageServer.ts'
export { servePage } from './servePage.ts'
export { visibleHost } from './visibleHost.ts'
export { writePageFiles } from './writePageFiles.ts'
