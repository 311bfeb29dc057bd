// What the programs of a desk take from the machine, read from /proc: each with all that it started.

import { readFileSync, readdirSync } from 'node:fs';
import { runningDesk } from '../scripts/desk/runFiles.ts';

export interface Taken {
	/** Milliseconds of processor time, in the program and in the system. */
	readonly cpuMs: number;
	/** Bytes handed to disks. */
	readonly writtenBytes: number;
	/** Bytes resident, a page that several share counted in parts. */
	readonly residentBytes: number;
}

/** By the programs' names; a program that has ended takes nothing. */
export type TakenByProgram = ReadonlyMap<string, Taken>;

const TICK_MS = 10;

export function takenBy(data: string): TakenByProgram {
	const services = Object.entries(runningDesk(data)?.services ?? {});
	const groups = new Map<number, number[]>();
	for (const name of readdirSync('/proc')) {
		const pid = Number(name);
		const group = Number.isInteger(pid) ? Number(fieldsOf(pid)?.[2]) : Number.NaN;
		if (!Number.isNaN(group)) groups.set(group, [...(groups.get(group) ?? []), pid]);
	}
	return new Map(services.map(([name, { pid }]) => [name, sumOf((groups.get(pid) ?? []).map(takenByProcess))]));
}

/** What was taken between two looks; memory as it is at the second. */
export function takenBetween(before: TakenByProgram, after: TakenByProgram): TakenByProgram {
	return new Map(
		[...after].map(([name, { cpuMs, writtenBytes, residentBytes }]) => {
			const then = before.get(name);
			return [name, { cpuMs: cpuMs - (then?.cpuMs ?? 0), writtenBytes: writtenBytes - (then?.writtenBytes ?? 0), residentBytes }];
		}),
	);
}

export function sumOf(all: readonly Taken[]): Taken {
	const sum = (of: keyof Taken): number => all.reduce((total, each) => total + each[of], 0);
	return { cpuMs: sum('cpuMs'), writtenBytes: sum('writtenBytes'), residentBytes: sum('residentBytes') };
}

function takenByProcess(pid: number): Taken {
	const fields = fieldsOf(pid) ?? [];
	const number = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
	return {
		cpuMs: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS,
		writtenBytes: number(read(`/proc/${pid}/io`), /^write_bytes: (\d+)/m),
		residentBytes: number(read(`/proc/${pid}/smaps_rollup`), /^Pss:\s+(\d+)/m) * 1_024,
	};
}

/** The fields of `/proc/<pid>/stat` after the name: state, parent, group … */
function fieldsOf(pid: number): string[] | undefined {
	const text = read(`/proc/${pid}/stat`);
	return text === '' ? undefined : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Empty when the process is gone. */
function read(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}
