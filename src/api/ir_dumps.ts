// Prints or verifies the IR around passes as options ask, and ends a compilation behind one. Names: 'lower' (the IR as it comes from the front end or
// from text), the passes of the pipeline, 'bind', 'lower_resources'.

import { InternalError } from '../base/brand.ts'
import type { Diagnostics } from '../diag/diagnostics.ts'
import { NOWHERE } from '../diag/sources.ts'
import { resourceProperties } from '../emit/resources.ts'
import type { Func } from '../ir/function.ts'
import type { Module } from '../ir/module.ts'
import { verifyModule } from '../ir/verify.ts'
import { printIr } from '../ll/text/print.ts'
import { PASS_NAMES } from '../passes/pipeline.ts'
import type { BackEndWatch } from './back_end.ts'

/** The module at one moment of a compilation. */
export interface IrDump {
  /** Name of the pass, and the how many-eth run of it (from 1, over all functions). */
  readonly pass: string
  readonly run: number
  readonly when: 'before' | 'after'
  /** The function the pass worked on; undefined for passes over the module. */
  readonly func: string | undefined
  /** False when the pass had nothing to do here. */
  readonly changed: boolean
  /** The module as LLVM text (docs/ir.md); compile() takes it back and goes on from there. */
  readonly text: string
}

export interface IrDumpOptions {
  /** Names of passes; 'all' for every one. */
  readonly printAfter?: readonly string[]
  readonly printBefore?: readonly string[]
  /** Whether to verify it behind every pass. */
  readonly verifyEach?: boolean
  /** Name of a pass, or `name:N` for its Nth run: the compilation ends behind it. */
  readonly stopAfter?: string
}

const FIRST = 'lower'
/** What --print-after and --stop-after take, in the order of a compilation. */
export const passNames = (): readonly string[] => [FIRST, ...PASS_NAMES, 'bind', 'lower_resources']

/** Ends a compilation that has done what was asked. */
export class Stopped extends Error {
  constructor() {
    super('stopped where stopAfter says')
  }
}

export class IrDumps {
  readonly list: IrDump[] = []
  /** The module where the compilation was stopped. */
  stoppedAt: string | undefined
  readonly #after: ReadonlySet<string>
  readonly #before: ReadonlySet<string>
  readonly #verifies: boolean
  readonly #stopPass: string | undefined
  readonly #stopRun: number
  readonly #runs = new Map<string, number>()

  constructor(options: IrDumpOptions) {
    this.#after = new Set(options.printAfter)
    this.#before = new Set(options.printBefore)
    this.#verifies = options.verifyEach ?? false
    const [pass, run] = options.stopAfter?.split(':') ?? []
    this.#stopPass = pass
    this.#stopRun = run === undefined ? 1 : Number(run)
  }

  /** Reports names that are no passes; compilation makes no sense then. */
  static check(options: IrDumpOptions, diagnostics: Diagnostics): void {
    const stop = options.stopAfter
    if (stop === undefined && !options.printAfter && !options.printBefore) return
    const names = passNames()
    const known = (name: string): boolean => name === 'all' || names.includes(name)
    for (const name of [...(options.printAfter ?? []), ...(options.printBefore ?? [])])
      if (!known(name)) diagnostics.report('E4020', NOWHERE, { name, names: names.join(', ') })
    if (stop !== undefined && !names.includes(stop.replace(/:[1-9]\d*$/, '')))
      diagnostics.report('E4020', NOWHERE, { name: stop, names: names.join(', ') })
  }

  /** Whether the compilation is to end behind a pass. */
  get isAsked(): boolean {
    return this.#stopPass !== undefined
  }

  /** Reports, at the end of a compilation, that the pass did not run as often as stopAfter says. */
  checkStopped(diagnostics: Diagnostics): void {
    if (this.#stopPass === undefined || this.stoppedAt !== undefined || diagnostics.errorCount > 0) return
    const runs = this.#runs.get(this.#stopPass) ?? 0
    diagnostics.report('E4040', NOWHERE, { name: this.#stopPass, runs, wanted: this.#stopRun })
  }

  /** What the back end is to tell; undefined when nothing was asked, so that nothing is paid. */
  watch(): BackEndWatch | undefined {
    const isIdle = this.#after.size === 0 && this.#before.size === 0 && this.#stopPass === undefined
    if (isIdle && !this.#verifies) return undefined
    return {
      verify: this.#verifies,
      before: (pass, m, f) => this.#starts(pass, m, f),
      after: (pass, m, f, changed) => this.#ends(pass, m, f, changed),
      beforeModule: (pass, m) => this.#starts(pass, m, undefined),
      afterModule: (pass, m) => this.#ends(pass, m, undefined, true),
    }
  }

  /** The module has come from the front end. */
  lowered(m: Module): void {
    if (this.watch() !== undefined) this.#ends(FIRST, m, undefined, true)
  }

  #starts(pass: string, m: Module, f: Func | undefined): void {
    if (!this.#before.has(pass) && !this.#before.has('all')) return
    const run = (this.#runs.get(pass) ?? 0) + 1
    this.list.push({ pass, run, when: 'before', func: f?.name, changed: false, text: irText(m) })
  }

  #ends(pass: string, m: Module, f: Func | undefined, changed: boolean): void {
    if (this.#verifies && f === undefined) verify(m, pass)
    const run = (this.#runs.get(pass) ?? 0) + 1
    this.#runs.set(pass, run)
    if (this.#after.has(pass) || this.#after.has('all'))
      this.list.push({ pass, run, when: 'after', func: f?.name, changed, text: irText(m) })
    if (pass !== this.#stopPass || run !== this.#stopRun) return
    this.stoppedAt = irText(m)
    throw new Stopped()
  }
}

function verify(m: Module, pass: string): void {
  const complaints = verifyModule(m, m.isResourcesLowered ? 'dx' : 'hl')
  if (complaints !== '') throw new InternalError(`after ${pass}: ${complaints}`)
}

const irText = (m: Module): string => printIr(m, { properties: resourceProperties })
