import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second of `/proc/<pid>/stat`: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100

/**
 * Returns the processor time that a process and its descendants have used so far, in seconds. Unlike calls per second, it hardly
 * depends on what else the machine does.
 *
 * @param {number} pid
 */
export function cpuSeconds(pid) {
  let ticks = 0
  for (const { stat } of processTree(pid)) ticks += Number(stat[11]) + Number(stat[12])
  return ticks / ticksPerSecond
}

/**
 * Returns a process and its descendants.
 *
 * @param {number} pid
 * @returns {{ pid: number, stat: string[] }[]} `stat` are the fields of `/proc/<pid>/stat` after the name
 */
export function processTree(pid) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1).split(' ')
        return [{ pid: Number(name), stat }]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
  const processes = all.filter((one) => one.pid === pid)
  for (const parent of processes) processes.push(...all.filter(({ stat }) => Number(stat[1]) === parent.pid))
  return processes
}
