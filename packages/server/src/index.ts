export {
  type AuditEvent,
  type AuditTables,
  type AuditTrail,
  auditLock,
  auditSql,
  createAuditTrail,
} from './audit/createAuditTrail.ts'
export type { Command } from './cli/Command.ts'
export { runCli } from './cli/runCli.ts'
export { UsageError } from './cli/UsageError.ts'
export { type ClockWatch, createClockWatch } from './clocks/createClockWatch.ts'
export { readDatabaseClock } from './clocks/readDatabaseClock.ts'
export { readServerClock } from './clocks/readServerClock.ts'
export { checkDatabase } from './database/checkDatabase.ts'
export { createDatabaseWatch } from './database/createDatabaseWatch.ts'
export { createSweep } from './database/createSweep.ts'
export { DatabaseError } from './database/DatabaseError.ts'
export type { DatabaseWatch } from './database/DatabaseWatch.ts'
export { inTransaction, isPostgres, type Lock } from './database/inTransaction.ts'
export { type Migrations, migrate, pendingMigrations } from './database/migrate.ts'
export { openDatabase } from './database/openDatabase.ts'
export { toPostgres } from './database/toPostgres.ts'
export { clientIp } from './http/clientIp.ts'
export { type ConcurrencyLimit, createConcurrencyLimit } from './http/createConcurrencyLimit.ts'
export { createLimitedServer } from './http/createLimitedServer.ts'
export { createProblemHandlers } from './http/createProblemHandlers.ts'
export {
  createRateLimit,
  type Rate,
  type RateLimit,
  type Usage,
  type UsageShare,
} from './http/createRateLimit.ts'
export { createServerMetrics, type ServerMetrics } from './http/createServerMetrics.ts'
export { describeBrowser } from './http/describeBrowser.ts'
export { describeIssue, describeIssues, errorWords } from './http/describeIssues.ts'
export { explainListenError } from './http/explainListenError.ts'
export { jsonHeaders } from './http/jsonHeaders.ts'
export { parseBody } from './http/parseBody.ts'
export { preflightHeaders } from './http/preflightHeaders.ts'
export { readBody } from './http/readBody.ts'
export { requestId } from './http/requestId.ts'
export { responseHeaders } from './http/responseHeaders.ts'
export { runUntilStopped } from './http/runUntilStopped.ts'
export { serveMetrics } from './http/serveMetrics.ts'
export { trackSockets } from './http/trackSockets.ts'
export {
  createUsageCounter,
  type UsageCounter,
  type UsageLimit,
  type UsageTables,
  usesSql,
} from './limits/createUsageCounter.ts'
export { createLog, type Log, type LogFields, type LogLevel } from './log/createLog.ts'
export { isDatabaseUnreachable } from './problems/isDatabaseUnreachable.ts'
export { type FieldProblem, Problem, type ProblemClass, type ProblemOptions } from './problems/Problem.ts'
export type { ProblemKind } from './problems/ProblemKind.ts'
export type { ProblemTable } from './problems/ProblemTable.ts'
export {
  type ProblemResponse,
  problemDetail,
  problemHeaders,
  problemKind,
  problemResponse,
} from './problems/problemResponse.ts'
export { retryLater } from './problems/retryLater.ts'
export { sharedProblems } from './problems/sharedProblems.ts'
export { toProblem } from './problems/toProblem.ts'
export { createDpopNonces, type DpopNonces } from './proofs/createDpopNonces.ts'
export { createDpopVerifier, type DpopProof, type DpopVerifier } from './proofs/createDpopVerifier.ts'
export { createMemorySeenProofs } from './proofs/createMemorySeenProofs.ts'
export { createSeenProofs, type SeenProofTables, seenProofsSql } from './proofs/createSeenProofs.ts'
export type { SeenProofs } from './proofs/SeenProofs.ts'
export {
  createEnvelope,
  type Envelope,
  EnvelopeError,
  type EnvelopePlace,
  type Sealed,
} from './secrets/createEnvelope.ts'
export { hashAddress } from './secrets/hashAddress.ts'
export { hashFields } from './secrets/hashFields.ts'
export { isEqualSecret } from './secrets/isEqualSecret.ts'
export type { KeyRing } from './secrets/KeyRing.ts'
export { addKey, changeKey, loadKeyRing, removeKey, shareKeys } from './secrets/loadKeyRing.ts'
export { readSecretFile, SecretFileError, writeSecretFile } from './secrets/readSecretFile.ts'
export { writeAtomically } from './secrets/writeAtomically.ts'
export { BoundedMap } from './utils/BoundedMap.ts'
