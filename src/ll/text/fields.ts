// Which fields of the module's structures the text says in its lines. All others stand in tables keyed by the types made here, in print.ts and
// in restore/: a new field of a structure does not compile until it is printed and read.

import type { Func } from '../../ir/function.ts'
import type { CodeOptions, EntryPoint, Module } from '../../ir/module.ts'

/** Names of what an object of a class holds, without its methods. */
type Fields<T> = { [K in keyof T]: T[K] extends (...args: never[]) => unknown ? never : K }[keyof T]

/** Getters, which follow from other fields. */
type Derived = 'isResourcesLowered' | 'isForLinking' | 'definitions'
/** `inlined` is empty before anything is printed. */
type ModuleLines = 'types' | 'constants' | 'functions' | 'resources' | 'heapTypes' | 'globals' | 'target' | 'debug'
/** Fields of the record `!dxilkit.module`. `lanes` goes by positions of a source, which the text is not. */
export type ModuleFact = Exclude<Fields<Module>, Derived | ModuleLines | 'payloads' | 'inlined' | 'lanes'>

/** Options that are flags of the LLVM module; the others are in the record. */
export type FlaggedOption = 'native16Bit' | 'ieeeStrict' | 'allResourcesBound' | 'optimization'
export type RecordedOption = Exclude<keyof CodeOptions, FlaggedOption>

/** Functions of an entry point, which its record names. */
type EntryFunctions = 'func' | 'patchConstant' | 'remade'
/** Attributes of its function. `pos` is the place of its name in the text. */
type EntryAttributes = 'name' | 'stage' | 'numThreads' | 'waveSize' | 'pos'
/** Fields of an entry point that its record has as they are. */
export type EntryFact = Exclude<keyof EntryPoint, EntryFunctions | EntryAttributes>

type FunctionGetters = 'valueLimit' | 'blockLimit' | 'blocks' | 'isDeclaration' | 'entry'
/** The head of the function, attachments of instructions, and calls of debug rows. */
type FunctionLines =
  | ('name' | 'params' | 'result')
  | ('loopHints' | 'constantVectors' | 'statics' | 'locations')
  | 'debugRows'
/** Attributes of a function that is no shader's. */
export type FunctionFact = Exclude<Fields<Func>, FunctionGetters | FunctionLines>

/** Takes what is left of an object when all its fields are taken out; a field that is not taken out does not compile. */
export function nothingLeft<T extends object>(_rest: T & (keyof T extends never ? unknown : never)): void {}
