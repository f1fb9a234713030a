package io.trellara.handoff.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class IdentityTest {
    @Test
    void itsTextIsReadBack() {
        Identity identity = new Identity("7713790396501894565", 3, "a:b shop", 0);
        assertThat(Identity.parse(identity.text())).isEqualTo(identity);
        for (String other : List.of("", "pg:1:2", "mysql:1:2:shop", "pg:1:two:shop")) {
            assertThatThrownBy(() -> Identity.parse(other)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aMysqlServerIsKnownByItsUuidAlone() {
        Identity identity = Identity.mysql("3e11fa47-71ca-11e1-9e33-c80aa9429562", 0);
        assertThat(identity.text()).isEqualTo("mysql:3e11fa47-71ca-11e1-9e33-c80aa9429562");
        assertThat(Identity.parse(identity.text())).isEqualTo(identity);
        assertThat(identity.isLaterTimelineOf(identity)).isFalse();
    }

    @Test
    void onlyTheSameDatabaseOfTheSameSystemMayBeALaterTimeline() {
        Identity earlier = Identity.parse("pg:7000:2:shop");
        assertThat(Identity.parse("pg:7000:3:shop").isLaterTimelineOf(earlier)).isTrue();
        for (String other : List.of("pg:7000:2:shop", "pg:7000:1:shop", "pg:7001:3:shop", "pg:7000:3:other")) {
            assertThat(Identity.parse(other).isLaterTimelineOf(earlier)).isFalse();
        }
    }
}
