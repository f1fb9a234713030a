package io.trellara.handoff.demo;

import java.io.IOException;
import java.util.List;

/** A stand-in for the job's process: says what it was asked, then ends or stays until it is ended. */
public final class WaitingMain {
    private WaitingMain() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println("asked " + List.of(arguments));
        System.out.flush();
        if (arguments[arguments.length - 1].endsWith("ends.yaml")) {
            System.exit(7);
        }
        int unused = System.in.read();
    }
}
