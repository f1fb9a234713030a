package io.trellara.handoff.model;

/**
 * What travels between operators (design §9). Every block carries the sink generation it was made under (R6) and the
 * lane that orders it.
 */
public sealed interface Block permits CopyBlock, ChangeBlock, MarkBlock {
    /** The generation that the coordinator had raised when the block was made. */
    long generation();

    /** The lane, from 0; order holds within a lane. */
    int lane();
}
