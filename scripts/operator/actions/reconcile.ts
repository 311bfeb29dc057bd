import { reconcileDelivery } from '../reconcileDelivery.ts';
import type { Action } from '../action.ts';
import { Usage } from '../../commandLine.ts';
import { numericOption, oneWord, textOption } from '../commandLine.ts';

/** Settles what the messenger did not confirm, by what a person saw. Once: a settled delivery is not settled again. */
export const reconcile: Action = {
	words: ['reconcile'],
	usage: 'reconcile <delivery> --sent <message id> | --not-sent',
	about: 'record the outcome of an unconfirmed delivery',
	options: { sent: { type: 'string' }, 'not-sent': { type: 'boolean' } },
	read(line) {
		const deliveryId = oneWord(line, 'the id of a delivery, as status shows it');
		const notSent = line.options['not-sent'] === true;
		if (notSent === (textOption(line, 'sent') !== undefined)) throw new Usage('Expected either --sent <message id> or --not-sent');
		const messageId = notSent ? undefined : numericOption(line, 'sent');
		return {
			question:
				messageId === undefined
					? `Is it certain that ${deliveryId} did not arrive? It may then be sent again.`
					: `Did ${deliveryId} arrive as message ${messageId}?`,
			async work(desk) {
				const { delivery, material } = await reconcileDelivery(await desk.audit(), deliveryId, messageId, {
					nowMs: desk.nowMs,
					newId: desk.newId,
					by: desk.operator,
				});
				return {
					text:
						`${delivery.delivery_id} is ${delivery.state}.` +
						(material === undefined ? '' : ` ${material.draft_key} v${material.version} is ${material.state}.`),
					facts: {
						delivery_id: delivery.delivery_id,
						status: delivery.state,
						message_id: delivery.message_id,
						material: material === undefined ? null : { draft_key: material.draft_key, version: material.version, state: material.state },
					},
				};
			},
		};
	},
};
