/** A step along the table, as the graphs ask for it: expected state, wanted state, and what was found out. */
import { MAX_CAPTION_UNITS } from '../limits.ts';
import { applyPatch, refusalOfPatch, missingContent, type HashOf, type Patch, type StoredError } from './content.ts';
import { conflict, isRefusal, refuse, step, type Deciding, type Judgement, type Refusal } from './judgement.ts';
import { materialMachine, type MaterialState } from './machine.ts';
import type { AwaitingFeedback, Material, Ready, TextPreparing } from './material.ts';
import { refusalOfAsker } from './permits.ts';
import { makeReady, openFeedback, prepare, reject, supersede } from './steps.ts';

export interface AdvanceFacts extends Deciding {
	readonly from: MaterialState;
	readonly to: MaterialState;
	readonly patch: Patch;
	/** The state before this one, as the journal has it. */
	readonly cameFrom: MaterialState | 'none';
	/** Whether a press on the first copy made it ready before the execution that sends the copies could. */
	readonly isReadyByPress: boolean;
	readonly hashOf: HashOf;
	/** The local error of a resumed draft, until the press that completes its proof. */
	readonly keptError?: StoredError;
}

export function judgeAdvance(found: Material, facts: AdvanceFacts): Judgement {
	const { from, to, patch, person } = facts;
	if (isToldAgain(found, facts)) return step(found);
	if (found.state !== from) return conflict(found, `expected ${from}, found ${found.state}`);
	const refusal = refusalOfEdge(from, to) ?? refusalOfPatch(found, patch) ?? refusalOfAsker(found, to, facts);
	if (refusal !== undefined) return refusal;
	const patched = applyPatch(found, patch, person, to !== from, facts.hashOf, facts.keptError);
	if (to === from) return step(patched);
	const next = moved(patched, to, facts);
	if (isRefusal(next)) return next;
	const isOthersSession = found.state === 'awaiting_feedback' && found.feedback_actor_user_id !== person.userId;
	return step(next, isOthersSession ? { session_of: found.feedback_actor_user_id } : {});
}

/** The result of a publication moves the material by itself, and so does a press on the first copy; being told so again changes nothing. */
function isToldAgain({ state }: Material, { from, to, patch, cameFrom, isReadyByPress }: AdvanceFacts): boolean {
	if (Object.keys(patch).length > 0) return false;
	if (from === 'text_preparing') return to === 'ready' && isReadyByPress;
	return from === 'claimed' && to === state && state !== 'claimed' && cameFrom === 'claimed';
}

/** Whether the table has the move, and it is one that anybody asks for here. */
function refusalOfEdge(from: MaterialState, to: MaterialState): Refusal | undefined {
	const forbidden = (why: string) => refuse('transition_forbidden', why, { facts: { from, to } });
	if (from === to) return materialMachine.isFinal(from) ? forbidden(`${from} is final`) : undefined;
	if (!materialMachine.canMove(from, to)) return forbidden(`${from} → ${to}`);
	if (to === 'claimed') return forbidden('a claim is made by /internal');
	if (from === 'claimed') return refuse('not_ready', 'only the outcome of the publication ends a claim', { facts: { from, to } });
	return undefined;
}

function moved(material: Material, to: MaterialState, deciding: Deciding): Material | Refusal {
	const { state } = material;
	if (to === 'text_preparing' && state === 'text_generating') return prepare(material);
	if (to === 'ready' && (state === 'text_preparing' || state === 'awaiting_feedback')) return judgeReady(material, deciding);
	if (to === 'awaiting_feedback' && state === 'ready') return openFeedback(material, deciding.person);
	const isShown = state === 'ready' || state === 'awaiting_feedback';
	if (to === 'superseded' && isShown) return supersede(material);
	if (to === 'rejected' && (isShown || state === 'text_generating' || state === 'text_preparing')) return reject(material);
	return refuse('transition_forbidden', `${state} → ${to}`, { facts: { from: state, to } });
}

/** Ready is what has a caption within bounds, a cover, and a confirmed copy of exactly this content. */
export function judgeReady(material: TextPreparing | AwaitingFeedback, { copies }: Pick<Deciding, 'copies'>): Ready | Refusal {
	const { caption, cover_asset_id, content_sha256, approval_message_id } = material;
	const fields = missingContent(material);
	if (caption !== null && caption.length > MAX_CAPTION_UNITS)
		fields.push({ path: 'caption', message: `Expected at most ${MAX_CAPTION_UNITS} units but it has ${caption.length}` });
	const isSeen = approval_message_id !== null && copies.some((copy) => copy.contentSha256 === content_sha256);
	if (fields.length === 0 && !isSeen)
		fields.push({ path: 'approval_message_id', message: 'Expected at least one confirmed preview copy of this content' });
	if (caption === null || cover_asset_id === null || content_sha256 === null || approval_message_id === null || fields.length > 0)
		return refuse('not_ready', fields.map(({ path }) => path).join(', '), { fields });
	return makeReady(material, { caption, cover_asset_id, content_sha256, approval_message_id });
}
