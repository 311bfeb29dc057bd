import type { Action } from '../action.ts';
import { auditShow, auditVerify } from './audit.ts';
import { backup } from './backup.ts';
import { board } from './board.ts';
import { doctor } from './doctor.ts';
import { brandReset, brandSet, brandShow } from './brand.ts';
import { disableEditor, enableEditor } from './editor.ts';
import { ids } from './ids.ts';
import { migrate } from './migrate.ts';
import { onboard } from './onboard.ts';
import { participantsSet } from './participantsSet.ts';
import { reconcile } from './reconcile.ts';
import { restore, restored } from './restore.ts';
import { resume } from './resume.ts';
import { forward, rollback } from './rollback.ts';
import { status } from './status.ts';
import { webhookDelete, webhookInfo, webhookSet } from './webhook.ts';

/** The longer words first: `audit verify` is not `audit`. */
export const actions: readonly Action[] = [
	status,
	doctor,
	board,
	ids,
	participantsSet,
	disableEditor,
	enableEditor,
	reconcile,
	resume,
	onboard,
	auditVerify,
	auditShow,
	brandSet,
	brandShow,
	brandReset,
	backup,
	restored,
	restore,
	migrate,
	rollback,
	forward,
	webhookSet,
	webhookInfo,
	webhookDelete,
];
