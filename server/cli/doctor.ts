/** `platen doctor`: what is wrong with an installation and its surroundings, and the next step for each. */
import type { DoctorFinding } from '../doctor/finding.ts'
import type { InstallationCommand } from './command.ts'

export const doctorCommand: InstallationCommand = {
  words: ['doctor'],
  says: 'Check clock, disks, database, files, address, proxies and workers, and say how to fix each fault.',
  options: {},
  async runOn({ config, now, printProgress }) {
    const { examine } = await import('../doctor/examine.ts')
    const findings = await examine(config, now, printProgress)
    const errors = findings.filter(({ severity }) => severity === 'error').length
    const warnings = findings.filter(({ severity }) => severity === 'warning').length
    return {
      text: `${findings.map(lineOf).join('\n')}\n\n${summary(errors, warnings)}`,
      json: {
        ok: errors === 0,
        errors,
        warnings,
        checks: findings.map(({ check, severity, message, fix }) => ({ check, severity, message, fix })),
      },
      exitCode: errors === 0 ? 0 : 1,
    }
  },
}

const SEVERITY_WIDTH = 'warning'.length
const CHECK_WIDTH = 'open files'.length

function lineOf({ check, severity, message, fix }: DoctorFinding): string {
  const line = `${severity.padEnd(SEVERITY_WIDTH)}  ${check.padEnd(CHECK_WIDTH)}  ${message}`
  return fix === null ? line : `${line}\n${' '.repeat(SEVERITY_WIDTH + CHECK_WIDTH + 4)}${fix}`
}

function summary(errors: number, warnings: number): string {
  if (errors + warnings === 0) return 'No problems found.'
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`
}
